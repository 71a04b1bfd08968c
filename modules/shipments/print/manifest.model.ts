// The data of a shipment's manifest: consignor, consignee, boxes and tubes.
import type { Letterhead } from '../../../core/letterhead.ts'

export type ManifestParty = { readonly Name: string; readonly Place: string; readonly Phone: string | null }
export type ManifestTube = {
  /** AccessionNo-NN. */
  readonly Barcode: string
  /** Empty on the copy of a courier, as the tests are. */
  readonly Patient: string
  readonly AgeSex: string
  readonly PatientId: number
  readonly Tests: readonly string[]
  readonly Collected: string
  readonly Stat: boolean
  readonly Specimen: string
  /** `K2-EDTA tube, lavender cap` */
  readonly Container: string
  readonly TemperatureId: number | null
  readonly Temperature: { readonly ItemLabel: string | null }
}
export type ManifestData = {
  /** `SHP001204` */
  readonly Number: string
  /** Of the consignor. */
  readonly Letterhead: Letterhead
  readonly From: ManifestParty
  readonly To: ManifestParty
  readonly Courier: ManifestParty
  readonly Reference: string | null
  /** Empty while it is being packed. */
  readonly Dispatched: string | null
  readonly Due: string | null
  readonly Printed: string
  /** CANCELLED for a cancelled shipment. */
  readonly State: string | null
  /** Degrees read at dispatch, by temperature. */
  readonly Temperatures: Readonly<Record<string, number>>
  readonly Tubes: readonly ManifestTube[]
}
