// A value that has stopped changing: for warnings that are looked up while the user types.
import { useEffect, useState } from 'react'

export const useSettled = <T>(value: T, pause = 400): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
