// The first columns of a grid that links records: the key, and the name that they are picked by.

/** `key` is the reference of the row; `least` the pixels of the name at least. */
export const linkedColumns = <K extends string>(key: K, least = 200) =>
  [
    { name: key, title: 'Id', width: 80, editable: false, quiet: true },
    { name: 'Name', width: `minmax(${least}px, 1fr)`, picks: key },
  ] as const
