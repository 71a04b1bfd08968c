// The way from one sheet of results to the one before and after it.

/** A sheet of results: a sale, on one worksheet or on all. */
export type Stop = { readonly WorkSheetId?: number | undefined; readonly SaleId: number }

/** The stop before or after; undefined at the ends, and where the present sheet is none of them. */
export const stepFrom = (stops: readonly Stop[], here: Stop, step: 1 | -1): Stop | undefined => {
  const at = stops.findIndex((one) => one.SaleId === here.SaleId && one.WorkSheetId === here.WorkSheetId)
  return at < 0 ? undefined : stops[at + step]
}
