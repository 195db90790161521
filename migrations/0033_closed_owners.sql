-- Wallets of people who left before it was kept that they did are closed as well.
insert into wallet.closed_owner
select distinct substr(stream, length('account-') + 1) from es.event where type = 'accounts.AccountDeleted.v1'
on conflict do nothing;
