// How much room something takes, as people read it.

/** `340 KB`, `1.2 MB`, `56.0 GB`: by thousands, as disks are sold. */
export const sizeText = (bytes: number): string => {
  const size = Math.abs(bytes)
  if (size >= 1_000_000_000) return `${(bytes / 1_000_000_000).toFixed(1)} GB`
  if (size >= 1_000_000) return `${Math.round(bytes / 100_000) / 10} MB`
  return `${Math.sign(bytes) * Math.max(bytes === 0 ? 0 : 1, Math.round(size / 1000))} KB`
}
