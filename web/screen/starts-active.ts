// A record that is in use from the beginning: nobody adds what is not to be used.

export const startsActive = { start: () => ({ IsActive: true }) }
