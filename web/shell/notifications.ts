// The user's notifications: read, counted, dismissed.
import { put } from '../api/api.ts'
import { forget, useGet } from '../api/cache.ts'
import { sayError, saySaved } from '../message/snackbar-store.ts'

/** Content is markup from the server; Path, when there is one, is the screen it is about. */
export type Notification = {
  NotificationId: number
  Creater: string
  CreatedOn: string
  Subject: string
  Content: string
  Path?: string | null
}
const path = '/api/getdata/9'

export const useNotifications = (): readonly Notification[] => useGet<Notification[]>(path).data ?? []
export const readNotificationsAgain = (): Promise<void> => forget(path)
export const dismissNotification = async (NotificationId: number): Promise<void> => {
  try {
    saySaved(await put('/api/dismiss/notification', { NotificationId }), 'Notification dismissed')
    await readNotificationsAgain()
  } catch (error) {
    sayError(error)
  }
}
