-- Who got a version by e-mail that was amended since, and does not get the amended one, is told that it holds no more.
alter table report_letters add column kind text not null default 'report' check (kind in ('report', 'notice'));
drop index report_letter_once;
create unique index report_letter_once on report_letters (report_id, lower(email));
