// Around every page: what happens when the session is refused, snackbars, the sheet of keys.
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onSignedOut } from './api.ts'
import { HotkeySheet } from './hotkey-sheet.tsx'
import { forgetSession, storedUser } from './session.ts'
import { Snackbars } from './snackbar.tsx'

export const Root = () => {
  const navigate = useNavigate()
  useEffect(() => {
    onSignedOut(() => {
      if (!storedUser()) return
      forgetSession()
      void navigate({ to: '/login', ignoreBlocker: true })
    })
  }, [navigate])
  return (
    <>
      <Outlet />
      <HotkeySheet />
      <Snackbars />
    </>
  )
}
