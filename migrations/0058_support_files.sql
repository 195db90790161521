-- Files that operators attach to an answer or a note. They belong to the person of the ticket, so that they go when that
-- person leaves, and count by themselves: what support sends takes nothing from what the person may upload.
alter table tickets.attachment add column is_support boolean not null default false;
