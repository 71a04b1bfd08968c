// The user's picture: shown, chosen from a file, removed.
import { useRef } from 'react'
import { Avatar } from '../part/avatar.tsx'
import { pictureProblem } from './profile-form.ts'

type Props = {
  name: string
  value: string | null
  error?: string | undefined
  onChange: (value: string | null) => void
  onProblem: (text: string | undefined) => void
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(new Error('This file cannot be read'))
    reader.readAsDataURL(file)
  })

export const PictureField = ({ name, value, error, onChange, onProblem }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const problem = pictureProblem(file)
    onProblem(problem)
    if (!problem) onChange(await dataUrlOf(file))
  }
  return (
    <div className="field">
      <div className="label">Picture</div>
      <div className="picture-row">
        <Avatar name={name} picture={value} />
        <input
          ref={input}
          className="unseen"
          type="file"
          accept="image/png,image/jpeg"
          aria-label="Picture"
          tabIndex={-1}
          onChange={(event) => void choose(event.target.files?.[0]).catch(() => onProblem('This file cannot be read'))}
        />
        <button type="button" className="button" onClick={() => input.current?.click()}>
          Choose picture
        </button>
        {value && (
          <button type="button" className="button plain" onClick={() => onChange(null)}>
            Remove
          </button>
        )}
      </div>
      {error && (
        <div className="error" role="alert">
          {error}
        </div>
      )}
    </div>
  )
}
