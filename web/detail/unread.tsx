// A record that cannot be read, for screens that load it themselves: it is said, and the list of its module comes
// instead.
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Model } from '../../core/model.ts'
import { sayError } from '../message/snackbar-store.ts'
import { Waiting } from '../part/waiting.tsx'

export const Unread = ({ model, error }: { model: Model; error: unknown }) => {
  const navigate = useNavigate()
  useEffect(() => {
    sayError(error)
    void navigate({ to: '/summary/$moduleId', params: { moduleId: model.id } })
  }, [navigate, model, error])
  return <Waiting what={model.name} />
}
