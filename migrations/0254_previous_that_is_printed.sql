-- What no report prints, since its right judgement waits, is printed as no previous result and shown in no trend either.
create or replace view previous_results as
select
  sale.patient_id,
  item.element_id,
  tube.time_point,
  coalesce(tube.collection_date, sale.collection_date) as drawn_at,
  item.work_item_id,
  item.sale_id,
  sale.buyer_id,
  sale.referring_doctor_id,
  item.status_id in (154, 159) and waiting.is_judged_anew is not true as is_out,
  result.result_id,
  result.result,
  result.unit_of_measure,
  result.flag,
  result.low_value,
  result.high_value
from
  sales sale
  join work_items item on item.sale_id = sale.sale_id
  join results result on result.result_id = item.result_id
  join sample_elements placed on placed.sample_element_id = item.sample_element_id
  join samples tube on tube.sample_id = placed.sample_id
  left join results waiting on waiting.result_id = item.amended_result_id
where
  item.status_id in (153, 154, 159)
  -- what a cancelled sale never issued is nobody's; what it issued is withdrawn, or stands
  and (sale.status_id <> 90 or item.status_id <> 153)
  and result.result is not null;
comment on view previous_results is 'Results of a patient that are in force: approved or issued, by the time their tube was drawn. is_out: issued, and not to follow on an amended report because its patient or draw was corrected. A withdrawn result has no value; of a cancelled sale only what it issued and did not withdraw. Read by entry (previous, delta), reports (previous, issued ones only) and trends (issued ones only, of the sales that the reader sees). Cost: all sales of the patient; ask patient and element, and the time point with `is not distinct from`.';
