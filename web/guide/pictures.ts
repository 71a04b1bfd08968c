// The addresses of the guide's pictures. A browser loads a picture with the page that shows it.
const files = import.meta.glob<string>('../../docs/images/guide/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Every picture has this size, so that a page keeps its place while they load. */
export const pictureSize = { width: 1280, height: 800 } as const

/** The address of a picture named in a text: `../images/guide/sale.webp`. */
export const pictureAt = (named: string): string | undefined => files[named.replace('../', '../../docs/')]
export const pictureNames: readonly string[] = Object.keys(files)
