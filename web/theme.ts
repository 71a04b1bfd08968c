// How Mantine's components look here: sizes and colours come from tokens.css through mantine.css, nothing is chosen twice.
import { createTheme } from '@mantine/core'

/** Mantine's theme: our type, radius and shades; filled shades have 4.5:1 with white in both schemes. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'sm',
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
})
