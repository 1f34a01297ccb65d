import { chainById } from '../../../api/chains.ts'
import type { Fact } from '../channels/channel.ts'

export function linked(label: string, value: string, href: string | undefined): Fact {
  return { label, value, short: shortAddress(value), ...(href && { href }) }
}

export function chainName(chainId: string): string {
  return chainById(chainId)?.name ?? `chain ${chainId}`
}

export function shortAddress(text: string): string {
  return `${text.slice(0, 6)}…${text.slice(-4)}`
}

/** "2026-03-04 05:06:07 UTC" */
export function timeInWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

export function inWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}
