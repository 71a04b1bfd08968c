// A small picture saved in the record as a data address: PNG or JPEG, half a megabyte at most.
import { useState } from 'react'
import type { Given } from './control-props.ts'

const limit = 500_000
type Props = Given & { label: string; value: string; onChange: (value: string | null) => void }

export const ImageInput = ({ label, value, onChange, ...given }: Props) => {
  const [refused, setRefused] = useState<string>()
  const read = (file: File | undefined) => {
    if (!file) return
    if (!['image/png', 'image/jpeg'].includes(file.type)) return setRefused('Choose a PNG or JPEG picture')
    if (file.size > limit) return setRefused('The picture can have 500 kB at most')
    setRefused(undefined)
    const reader = new FileReader()
    reader.onload = () => onChange(typeof reader.result === 'string' ? reader.result : null)
    reader.readAsDataURL(file)
  }
  return (
    <div className="image-field">
      {value.startsWith('data:image/') && <img src={value} alt={label} />}
      <input {...given} type="file" accept="image/png,image/jpeg" onChange={(event) => read(event.target.files?.[0])} />
      {value !== '' && (
        <button type="button" className="button link" onClick={() => onChange(null)}>
          Remove
        </button>
      )}
      {refused && (
        <span className="error" role="alert">
          {refused}
        </span>
      )}
    </div>
  )
}
