// How pending work is divided into worksheets: no patient's work is cut over two of them.

/** A worksheet takes no further patient beyond this many items; one patient alone may have more. */
const most = 100

/** In the order given, each patient's work at the place of its first item. */
export const dividedIntoSheets = <T extends { readonly PatientId: number }>(items: readonly T[]): T[][] => {
  const sheets: T[][] = []
  for (const work of Map.groupBy(items, (item) => item.PatientId).values()) {
    const last = sheets.at(-1)
    if (last && last.length + work.length <= most) last.push(...work)
    else sheets.push([...work])
  }
  return sheets
}
