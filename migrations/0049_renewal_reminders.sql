-- When payers are reminded of renewals. Rows, not facts: most of these looks find that the balance is enough.

create schema subscriptions;

create table subscriptions.reminder (
  person_id uuid not null,
  -- The rule, by its number among the person's rules.
  number    smallint not null,
  -- The end of the paid term.
  ends_at   timestamptz not null,
  due_at    timestamptz not null,
  primary key (person_id, number)
);
create index reminder_due on subscriptions.reminder (due_at);
