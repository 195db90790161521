-- Names that say what the functions do, as in the code that calls them.
alter function wallet.fold_hot(integer) rename to flush_hot_entries;
alter function wallet.give_to(jsonb, text) rename to guard_credit;
