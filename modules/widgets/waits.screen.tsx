// The text of an empty tile or table of the dashboard. Keys are their statements.

const sold = 'Fills with the first sale.'
const released = 'Fills with the first report that was due.'
const waits: Readonly<Record<number, string>> = {
  2004: released,
  2012: 'No work waits for a result.',
  2020: 'No target runs today.',
  2029: 'Nothing waits for your decision.',
  2101: sold,
  2102: sold,
  2103: 'No party owes anything for more than 7 days.',
  2104: 'No report is late.',
  2105: 'No critical value in these days.',
  2106: 'No work waits in any department.',
  2107: 'No sample waits for a result.',
  2108: sold,
  2109: 'Fills with the first report that is released.',
  2120: 'Fills with the first sample that is accessioned.',
  2121: 'Fills with the first report that is released.',
  2122: 'No report is late.',
  2130: 'No shipment is packed or in transit.',
  2131: 'No closed batch waits. A batch appears here when its owner closes it.',
  2132: 'No sale on credit waits for an invoice.',
  2133: 'No target runs today.',
  2134: 'Each of your clients was visited lately.',
  2135: 'Every line between labs has its price.',
  2136: 'No accession waits for a price or for credit.',
  2137: 'The bank shows all receipts and deposits.',
  2138: 'Every line of the bank is matched.',
  2139: 'Nothing waits for your decision.',
  2149: 'Each sample that came was listed, or is answered.',
}
/** Shown in the place of a widget's rows or number while there are none. */
export const WaitsFor = ({ statementId }: { statementId: number }) => waits[statementId] ?? 'Nothing to show yet.'
