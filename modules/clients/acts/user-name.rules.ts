// The user name that is suggested for a client.
const longest = 10

/** Letters and digits of plain Latin, small: `Zoë` is zoe. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/**
 * Initials of all words but the last, then the last word, ten characters at most: John Quincy Featherstone gives
 * jqfeathers. A name without a Latin letter gives an empty text.
 */
export const suggestedUserName = (name: string): string => {
  const words = name.split(/\s+/).map(plain).filter(Boolean)
  const initials = words.slice(0, -1).map((word) => word.charAt(0))
  return `${initials.join('')}${words.at(-1) ?? ''}`.slice(0, longest)
}

/** The name, or the name with the lowest free number after it, within ten characters. */
export const freeUserName = (name: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(name)) return name
  for (let number = 2; ; number += 1) {
    const numbered = `${name.slice(0, longest - String(number).length)}${number}`
    if (!isTaken(numbered)) return numbered
  }
}
