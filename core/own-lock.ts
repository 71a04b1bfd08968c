// Words of a lock that is held by the same person elsewhere: the server says them, the screen offers to take over on
// them.
export const byYouElsewhere = 'by you in another window'
