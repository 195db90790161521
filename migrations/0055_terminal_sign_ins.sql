-- Sign-ins of operators at a terminal: the command line asks, and an operator confirms at the console with a passkey.
alter table operators.session add column kind text not null default 'browser' check (kind in ('browser', 'terminal'));

create table operators.terminal_request (
  request_id   uuid primary key,
  -- The code that the operator types, and the secret with which the terminal collects its session.
  code_hash    bytea not null,
  secret_hash  bytea not null,
  device       text not null,
  requested_at timestamptz not null,
  operator_id  uuid
);
