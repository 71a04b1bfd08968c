// How a manifest names patient and shipment: enough of the name to find a mistake, and no more.

/** Given and family name; names between them are shortened: `Kamala Narayan Iyer` is `Kamala N Iyer`. */
export const shortPatient = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const last = words.length - 1
  return words.map((word, index) => (index === 0 || index === last ? word : [...word][0])).join(' ')
}
/** The number of a shipment as it is printed and scanned. */
export const shipmentNumber = (id: number): string => `SHP${String(id).padStart(6, '0')}`

export const samplesOf = (count: number): string => (count === 1 ? '1 sample' : `${count} samples`)
