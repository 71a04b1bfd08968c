// The address of a record or a list as text: in what the server sends to people. One of a module without a screen does
// not compile.

/**
 * What `modules/index.ts` tells: `ids`, those of the modules with a screen. The platform cannot import them.
 * @public
 */
export interface Screens {
  readonly told: true
}
export type ScreenId = Screens extends { readonly ids: infer Id extends string } ? Id : never
export type RecordPath = `/${ScreenId}?${string}` | `/summary/${ScreenId}`

type Keys = Readonly<Record<string, string | number | null | undefined>>
/** Where the record with these keys stands. */
export const recordPath = (moduleId: ScreenId, keys: Keys): RecordPath =>
  `/${moduleId}?${Object.entries(keys)
    .filter(([, key]) => key !== null && key !== undefined)
    .map(([name, key]) => `${name}=${encodeURIComponent(String(key))}`)
    .join('&')}`
/** The same up to its key, which a statement appends. */
export const recordPathUpTo = (moduleId: ScreenId, key: string): RecordPath => `/${moduleId}?${key}=`
/** Where the list of a module stands. */
export const listPath = (moduleId: ScreenId): RecordPath => `/summary/${moduleId}`
