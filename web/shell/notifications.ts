// The user's notifications: read, counted, dismissed.
import { put } from '../api/api.ts'
import { forget, useAnswer } from '../api/cache.ts'
import { sayError, saySaved } from '../message/snackbar-store.ts'
import { notificationsOfUser } from '../../core/answer/questions.ts'
import type { RowTo } from '../../core/answer/answer.ts'

/** Content is markup from the server; Path, when there is one, is the screen it is about. */
export type Notification = RowTo<typeof notificationsOfUser>

export const useNotifications = (): readonly Notification[] => useAnswer(notificationsOfUser).data ?? []
export const readNotificationsAgain = (): Promise<void> => forget(`/api/${notificationsOfUser.path}`)
export const dismissNotification = async (NotificationId: number): Promise<void> => {
  try {
    saySaved(await put('/api/dismiss/notification', { NotificationId }), 'Notification dismissed')
    await readNotificationsAgain()
  } catch (error) {
    sayError(error)
  }
}
