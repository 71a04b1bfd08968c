-- A released result is withdrawn by a version without a value, so that nothing that reads values finds one; the versions
-- before keep theirs. A report whose results are all withdrawn says so by its state.
alter table results add column is_withdrawal boolean not null default false;
create index results_withdrawn on results (work_item_id) where is_withdrawal;
alter table reports drop constraint reports_state_check;
alter table reports add constraint reports_state_check check (state in ('PARTIAL', 'FINAL', 'AMENDED', 'WITHDRAWN')) not valid;

-- What was said of the report that was out when the sale was cancelled. Null: no report was out.
alter table sales add column report_on_cancel text constraint sales_report_on_cancel check (report_on_cancel in ('withdraw', 'keep'));

-- What of an issued version was withdrawn after it, and when: one line for each version that shows a withdrawn result.
create view report_withdrawals as
select
  r.report_id,
  min(withdrawal.released_at) as withdrawn_at,
  (array_agg(withdrawal.remarks order by withdrawal.released_at, withdrawal.result_id))[1] as reason,
  exists (
    select
      1
    from
      reports later
    where
      later.report_no = r.report_no
      and later.version > r.version
      and later.state = 'WITHDRAWN'
  ) as is_whole
from
  reports r
  join work_items w on w.sale_id = r.sale_id
  join results withdrawal on withdrawal.work_item_id = w.work_item_id
where
  withdrawal.is_withdrawal
  and withdrawal.released_at > r.created_at
  and exists (
    select
      1
    from
      results given
    where
      given.work_item_id = w.work_item_id
      and given.version < withdrawal.version
      and not given.is_withdrawal
      and given.released_at <= r.created_at
  )
group by
  r.report_id;
comment on view report_withdrawals is 'Versions of reports with a result that was withdrawn after they were issued. is_whole: no result of the report was left. Read by the paper, the portal, the verification page.';

-- Who was told that a report was amended or withdrawn: by whom, how and when.
create table report_tellings (
  report_telling_id integer generated always as identity primary key,
  report_id integer not null references reports,
  told_to text not null,
  how text not null,
  told_at timestamptz not null default now(),
  told_by_id integer not null references users (user_id),
  remarks text
);
create index report_tellings_by_report on report_tellings (report_id);

-- A file on which something issued rests is not removed: it is withdrawn with a reason, and stays readable.
alter table kept_files add column withdrawn_at timestamptz;
alter table kept_files add column withdrawn_for text;
