// Prepares a letter with a letterhead for its template, on the printing thread.
import type { Letterhead } from '../../core/letterhead.ts'
import { imageTaker, type Typeset } from './pictures.ts'

export const typeset = (data: { readonly Letterhead: Letterhead }): Typeset => {
  const { take, images } = imageTaker()
  const { Letterhead: lh } = data
  const json = {
    ...data,
    Letterhead: {
      ...lh,
      LocalName: lh.LocalName ?? null,
      FootLine: lh.FootLine ?? null,
      LogoImage: take(lh.LogoImage),
    },
  }
  return { Json: json, Images: images }
}
