// Around every page: the end of a refused session, snackbars, the sheet of keys.
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onSignedOut } from './api/api.ts'
import { HotkeySheet } from './shell/hotkey-sheet.tsx'
import { followSignOut, forgetSession, storedUser } from './session/session.ts'
import { whyOf } from './session/signed-out.ts'
import { Snackbars } from './message/snackbar.tsx'

export const Root = () => {
  const navigate = useNavigate()
  useEffect(() => {
    onSignedOut((refusal) => {
      if (!storedUser()) return
      forgetSession(whyOf(refusal))
      void navigate({ to: '/login', ignoreBlocker: true })
    })
  }, [navigate])
  useEffect(() => {
    // signed out in another tab: this screen must not show the user's data, nor may another user save it
    const follow = (event: StorageEvent) => {
      if (event.storageArea !== localStorage || (event.key !== null && event.key !== 'user') || storedUser()) return
      followSignOut()
      void navigate({ to: '/login', ignoreBlocker: true })
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [navigate])
  return (
    <>
      <Outlet />
      <HotkeySheet />
      <Snackbars />
    </>
  )
}
