// A new record that starts active: users add records to use them.

export const startsActive = { start: () => ({ IsActive: true }) }
