-- When something happens to a ticket by itself: a held answer leaves, a solved ticket closes, an answer is late. One
-- row per ticket with the earliest time; a reactor keeps it, and it can be made again from the log.
create schema tickets;
create table tickets.due (
  ticket_id text primary key,
  due_at timestamptz not null
);
create index due_by_time on tickets.due (due_at);
