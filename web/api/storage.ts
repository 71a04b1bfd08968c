// Browser storage that never throws: private windows and full disks lose a preference, not the page.

export const readStored = (store: Storage, name: string): unknown => {
  try {
    const text = store.getItem(name)
    const value: unknown = text === null ? undefined : JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
export const writeStored = (store: Storage, name: string, value: unknown): void => {
  try {
    store.setItem(name, JSON.stringify(value))
  } catch {
    // ignored: the value lasts for this page only
  }
}
