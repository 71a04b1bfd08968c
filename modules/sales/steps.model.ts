// How far a sale is: its tubes, and the steps of its work.

export type SaleSample = {
  SampleId: number
  Barcode: string
  Specimen: string
  /** The time point of a series, and when it is due. */
  TimePoint: string | null
  DueDate: string | null
  StatusId: number
  /** Its present place: its own status until its work has one. */
  Status: string
  /** The status that colours its dot. */
  NowId: number
  /** The tube that was collected in its place. */
  ReplacedById: number | null
  CollectionDate: string | null
  PerformingLab: string
}
/**
 * One step of a sale: booked, collected, dispatched, received, entered, approved, released. Done of Of tubes or
 * results; At: the last of them.
 */
/** Only staff see `By`. */
export type SaleStep = { Step: string; At: string | null; By?: string | null; Done: number; Of: number }
