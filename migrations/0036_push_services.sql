-- Anyone may subscribe without an account, so services other than the known ones of browsers have limits of their own.
alter table push.subscription add column is_known_service boolean not null default false;
create index subscription_other_service on push.subscription (split_part(endpoint, '/', 3)) where not is_known_service;
