// A name as people read and type it.

/** No space around it, and one between two words. So it is found, and known again, as typed. */
export const nameAsRead = (name: string): string => name.trim().replace(/\s+/g, ' ')
