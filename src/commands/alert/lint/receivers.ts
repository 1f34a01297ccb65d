import { quoteWord } from '../../../shared/text/quote-word.ts'
import { aboutAlert, type Rule } from './facts.ts'

/** No destination, a missing one, or an inactive one. */
export const withoutReceiver: Rule = ({ alerts, destinations }) => {
  const states = new Map(destinations.map(({ id, state }) => [id, state]))
  return alerts.flatMap((alert) => {
    const ids = alert.destinationIds ?? []
    const missing = ids.filter((id) => !states.has(id))
    const inactive = ids.filter((id) => states.get(id) === 'INACTIVE')
    // --destination replaces the whole list, so the suggestion repeats the other ids.
    const others =
      ids
        .filter((id) => states.has(id))
        .map(quoteWord)
        .join(',') || '<id>'
    const reachesAny = missing.length + inactive.length < ids.length
    const level = reachesAny ? 'warning' : 'error'
    const outcome = reachesAny ? '' : ': no message is sent'
    if (ids.length === 0)
      return aboutAlert(alert, {
        level: 'error',
        rule: 'no-destination',
        text: 'it has no destination: no message is sent',
        try: `txwarden alert update ${quoteWord(alert.alertId)} --destination <id>`,
      })
    return [
      ...missing.map((id) =>
        aboutAlert(alert, {
          level,
          rule: 'missing-destination',
          text: `destination ${id} does not exist${outcome}`,
          try: `txwarden alert update ${quoteWord(alert.alertId)} --destination ${others}`,
        }),
      ),
      ...inactive.map((id) =>
        aboutAlert(alert, {
          level,
          rule: 'inactive-destination',
          text: `destination ${id} is inactive${outcome}`,
          try: `txwarden destination update ${quoteWord(id)} --state active`,
        }),
      ),
    ]
  })
}

export const silenced: Rule = ({ alerts }) =>
  alerts.flatMap((alert) => {
    const { alertId, silencedUntil, silencesBlocked } = alert
    if (silencedUntil === undefined) return []
    const except = silencesBlocked ? '' : ', except sanctions and BLOCK entries'
    return [
      aboutAlert(alert, {
        level: 'warning',
        rule: 'silenced',
        text: `silenced until ${silencedUntil}: its messages are recorded and not sent${except}`,
        try: `txwarden alert silence ${quoteWord(alertId)} --off`,
      }),
    ]
  })

export const unusedDestination: Rule = ({ alerts, destinations }) => {
  const used = new Set(alerts.flatMap(({ destinationIds = [] }) => destinationIds))
  return destinations
    .filter(({ id }) => !used.has(id))
    .map(({ id, name }) => ({
      level: 'warning',
      rule: 'unused-destination',
      thing: 'destination',
      id,
      name,
      text: 'no alert sends to it',
      try: `txwarden alert create --name <name> --type SONAR --destination ${quoteWord(id)}`,
    }))
}
