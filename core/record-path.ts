// The address of a record or a list as text, for messages that the server sends. An address of a module without a
// screen does not compile.

/**
 * Declared by `modules/index.ts`: `ids`, those of the modules with a screen, and `lists`, those of all. The platform
 * cannot import them.
 * @public
 */
export interface Screens {
  readonly told: true
}
export type ScreenId = Screens extends { readonly ids: infer Id extends string } ? Id : never
type ListId = Screens extends { readonly lists: infer Id extends string } ? Id : never
export type RecordPath = `/${ScreenId}?${string}` | `/summary/${ListId}`

type Keys = Readonly<Record<string, string | number | null | undefined>>
/** The address of the record with these keys. */
export const recordPath = (moduleId: ScreenId, keys: Keys): RecordPath =>
  `/${moduleId}?${Object.entries(keys)
    .filter(([, key]) => key !== null && key !== undefined)
    .map(([name, key]) => `${name}=${encodeURIComponent(String(key))}`)
    .join('&')}`
/** The same up to its key, which a statement appends. */
export const recordPathUpTo = (moduleId: ScreenId, key: string): RecordPath => `/${moduleId}?${key}=`
/** The address of a module's list. */
export const listPath = (moduleId: ListId): RecordPath => `/summary/${moduleId}`
