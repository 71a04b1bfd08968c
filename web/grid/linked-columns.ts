// The first columns of a grid that links records: the key, and the name for picking it.

/** `key` is the reference of the row, `least` the smallest width of the name in pixels. */
export const linkedColumns = <K extends string>(key: K, least = 200) =>
  [
    { name: key, title: 'Id', width: 80, editable: false, quiet: true },
    { name: 'Name', width: `minmax(${least}px, 1fr)`, picks: key },
  ] as const
