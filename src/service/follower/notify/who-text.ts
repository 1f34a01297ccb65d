import { shortAddress } from '../../alerts/delivery/messages/message-words.ts'

/** Names a monitored address in a notice. @param name '' without one */
export function whoText(address: string, name: string): string {
  const short = shortAddress(address)
  return name === '' ? short : `${name} (${short})`
}
