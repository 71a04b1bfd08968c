-- What a released value states of itself includes the method by which it was measured, and each part that may be missing
-- is named, so that a bound which changes sides is found. A hash that fitted fits what it is over now; one that did not
-- goes on telling so.
update results result
set
  hash = sha256(
    convert_to(
      concat_ws(
        '|', result.result_id, result.work_item_id, result.version, 'result ' || result.result,
        'unit ' || result.unit_of_measure, 'flag ' || result.flag, 'low ' || result.low_value,
        'high ' || result.high_value, 'approved by ' || result.approved_by_id, 'source ' || result.source,
        'instrument ' || result.lab_instrument_id, 'method ' || result.method
      ),
      'utf8'
    )
  )
where
  result.hash = sha256(
    convert_to(
      concat_ws(
        '|', result.result_id, result.work_item_id, result.version, result.result, result.unit_of_measure, result.flag,
        result.low_value, result.high_value, result.approved_by_id, result.source, result.lab_instrument_id
      ),
      'utf8'
    )
  );
