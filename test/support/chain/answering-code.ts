/** Code of a contract that answers each selector with fixed bytes and reverts otherwise. All hex. */
export function answeringCode(answers: Readonly<Record<string, string>>): string {
  const entries = Object.entries(answers).map(([selector, answer]) => [selector.slice(2), answer.replace(/^0x/, '')])
  const dispatch = 6 + entries.length * 11 + 5
  const bodies = dispatch + entries.length * 16
  let offset = bodies
  const code = ['60003560e01c']
  entries.forEach(([selector], index) => {
    code.push(`8063${selector}1461${word(dispatch + index * 16)}57`)
  })
  code.push('60006000fd')
  for (const [, answer = ''] of entries) {
    const size = word(answer.length / 2)
    code.push(`5b61${size}61${word(offset)}60003961${size}6000f3`)
    offset += answer.length / 2
  }
  return `0x${code.join('')}${entries.map(([, answer]) => answer).join('')}`
}

/** Code of a proxy: delegates every call to the address in a storage slot. */
export function delegatingCode(slot: string): string {
  return `0x36600060003760006000366000${`7f${slot.slice(2)}54`}5af43d600060003e603e573d6000fd5b3d6000f3`
}

function word(value: number): string {
  return value.toString(16).padStart(4, '0')
}
