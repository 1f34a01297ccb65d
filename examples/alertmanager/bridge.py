#!/usr/bin/env python3
"""Webhooks of txwarden become alerts of Alertmanager. Needs Python 3.9 and nothing else.

WEBHOOK_SECRET=whsec_... ALERTMANAGER_URL=http://127.0.0.1:9093 python3 bridge.py
It listens on 127.0.0.1, PORT or 9798, and answers 2xx only after Alertmanager has the alert: until then txwarden tries again.
"""
import base64
import binascii
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ALERTMANAGER = os.environ.get('ALERTMANAGER_URL', 'http://127.0.0.1:9093').rstrip('/')
PORT = int(os.environ.get('PORT', '9798'))
# An alert ends after this many minutes without another event of its labels: an event has no end of its own.
ENDS_AFTER = int(os.environ.get('ENDS_AFTER_MINUTES', '60'))
LARGEST = 1_000_000
SEVERITY = {'BLOCKED': 'critical', 'UNSAFE': 'critical', 'WARNING': 'warning', 'NO DATA': 'warning', 'SAFE': 'info'}


def is_signed(secret, headers, body):
    """Standard Webhooks: HMAC-SHA256 of id, time and body; the time is at most five minutes away."""
    ident, sent = headers.get('webhook-id', ''), headers.get('webhook-timestamp', '')
    if not sent.isascii() or not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    digest = hmac.new(secret, f'{ident}.{sent}.'.encode() + body, hashlib.sha256).digest()
    given = [each[3:] for each in headers.get('webhook-signature', '').split(' ') if each.startswith('v1,')]
    expected = base64.b64encode(digest).decode()
    return any(hmac.compare_digest(expected.encode(), each.encode()) for each in given)


def alert_of(event, ident, now):
    """Labels decide what is the same alert, and group and route it; third parties' words are in annotations only."""
    data = event['data']
    ends = (now + timedelta(minutes=ENDS_AFTER)).isoformat()
    if data.get('test'):
        labels = {'alertname': 'TxwardenTest', 'severity': 'info'}
        summary = f"Test of destination {data.get('destination', '')}"
        return {'labels': labels, 'annotations': {'summary': summary}, 'startsAt': event['timestamp'], 'endsAt': ends}
    result, notice = data.get('result') or {}, data.get('notice') or {}
    transaction = data.get('transaction') or {}
    verdict = result.get('verdict', '')
    what = notice.get('text') or '; '.join(result.get('actions') or []) or event['type']
    why = [reason.get('text', '') for reason in (result.get('reasons') or [])[:3]]
    labels = {
        'alertname': 'Txwarden',
        'severity': SEVERITY.get(verdict, 'warning'),
        'alert': data['alert']['name'],
        'product': data['alert']['type'],
        'verdict': verdict,
        'kind': str(data.get('kind') or notice.get('kind') or ''),
        'chain': transaction.get('chainId', ''),
        'category': result.get('category', ''),
        # The same for every attempt, and for every event about the same thing where the body says so.
        'dedup_key': str(event.get('dedup_key') or data.get('dedup_key') or ident),
    }
    ident = transaction.get('svcTxId')
    annotations = {
        'summary': f"{verdict} {result.get('combinedScore', '')}: {what}" if verdict else what,
        'description': '; '.join(filter(None, why)),
        'command': f'txwarden tx show {ident}' if ident else notice.get('command', ''),
    }
    return {
        'labels': {name: value for name, value in labels.items() if value},
        'annotations': {name: value for name, value in annotations.items() if value},
        'startsAt': event['timestamp'],
        'endsAt': ends,
    }


def post(alerts):
    request = urllib.request.Request(
        f'{ALERTMANAGER}/api/v2/alerts',
        data=json.dumps(alerts).encode(),
        headers={'content-type': 'application/json'},
    )
    with urllib.request.urlopen(request, timeout=10):
        pass


class Receiver(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    timeout = 30

    def do_POST(self):
        length = self.headers.get('content-length', '')
        if not length.isascii() or not length.isdigit() or int(length) > LARGEST:
            return self.answer(413, close=True)
        body = self.rfile.read(int(length))
        if not is_signed(self.server.secret, self.headers, body):
            return self.answer(401)
        try:
            alert = alert_of(json.loads(body), self.headers['webhook-id'], datetime.now(timezone.utc))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            print(f'a signed body that is no event: {error!r}', file=sys.stderr, flush=True)
            return self.answer(400)
        try:
            post([alert])
        except OSError as error:
            print(f'Alertmanager did not take an alert: {error}', file=sys.stderr, flush=True)
            return self.answer(503)
        return self.answer(204)

    def answer(self, status, close=False):
        self.send_response(status)
        if status != 204:
            self.send_header('content-length', '0')
        if close:
            self.send_header('connection', 'close')
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    try:
        secret = base64.b64decode(os.environ['WEBHOOK_SECRET'].removeprefix('whsec_'), validate=True)
    except (KeyError, binascii.Error):
        sys.exit('WEBHOOK_SECRET is not set: set it to the signing secret of the destination')
    server = ThreadingHTTPServer(('127.0.0.1', PORT), Receiver)
    server.daemon_threads = True
    server.secret = secret
    print(f'listening on http://127.0.0.1:{server.server_address[1]}', file=sys.stderr, flush=True)
    server.serve_forever()


main()
