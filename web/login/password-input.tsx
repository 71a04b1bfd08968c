// A password with an eye button that shows it.
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'

export const PasswordInput = (props: ComponentProps<'input'>) => {
  const [seen, setSeen] = useState(false)
  const Icon = seen ? IconEyeOff : IconEye
  return (
    <div className="adorned">
      <input {...props} className="input" type={seen ? 'text' : 'password'} />
      <button type="button" aria-label={seen ? 'Hide password' : 'Show password'} onClick={() => setSeen(!seen)}>
        <Icon size={15} stroke={1.6} />
      </button>
    </div>
  )
}
