#!/usr/bin/env python3
"""Verifies an export of events (docs/CUSTODY.md) with Python 3 and OpenSSL 3, and nothing of the service.

usage: verify-events.py EXPORT [--key VAULT-KEYS.json] [--checkpoint CHECKPOINT.json]"""
import argparse, base64, hashlib, json, re, subprocess, sys, tempfile

HASH = re.compile(rb'"chainHash":"([0-9a-f]{64})",')
SIGNED = ("at", "chainHash", "format", "organizationId", "sequence")

def bad(sequence, why):
    sys.exit(print(f"BAD The first bad event is {sequence}: {why}") or 1)

def parsed(line):
    try:
        return json.loads(line)
    except ValueError:
        return {}

def is_signed(checkpoint, keys):
    x = keys.get(checkpoint["keyId"], "")
    der = bytes.fromhex("302a300506032b6570032100") + base64.urlsafe_b64decode(x + "=" * (-len(x) % 4))
    text = json.dumps({name: checkpoint[name] for name in SIGNED}, separators=(",", ":"), sort_keys=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("key", der), ("text", text.encode()), ("sig", base64.b64decode(checkpoint["signature"]))):
            open(f"{folder}/{name}", "wb").write(content)
        command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile sig"
        return subprocess.run(command.split(), cwd=folder, capture_output=True).returncode == 0

parser = argparse.ArgumentParser()
for name in ("export", "--key", "--checkpoint"):
    parser.add_argument(name)
options = parser.parse_args()
kept = json.load(open(options.checkpoint)) if options.checkpoint else None
lines = open(options.export, "rb")
header = json.loads(next(lines))
keys = {key["kid"]: key["x"] for key in (json.load(open(options.key)) if options.key else header)["keys"]}
if kept and options.key and not is_signed(kept, keys):
    sys.exit("The checkpoint was not signed by one of the keys.")
chain, last, signed = bytes(32), 0, None
for line in lines:
    line = line.rstrip(b"\n")
    document = parsed(line)
    if document.get("format") == "vault-inventory-checkpoint-1":
        if document["sequence"] != last:
            bad(min(document["sequence"], last) + 1, "a checkpoint is over another number of events")
        if document["organizationId"] != header["organizationId"] or not is_signed(document, keys):
            bad(last, "the checkpoint over it does not verify")
        if document["chainHash"] != chain.hex():
            bad(min((signed or 0) + 1, last), "it, or a later one, is not what was signed")
        signed = last
        continue
    found, chain = HASH.search(line), hashlib.sha256(chain + HASH.sub(b"", line, count=1)).digest()
    if not found or found[1].decode() != chain.hex() or document["sequence"] != last + 1 or last == header["events"]:
        bad(last + 1, "altered, removed, inserted or reordered")
    last += 1
    if kept and kept["sequence"] == last and kept["chainHash"] != chain.hex():
        bad(1, "it, or a later one, is not what was signed and kept")
if signed != last or header["events"] > last or (kept and kept["sequence"] > last):
    bad(last + 1, "the newest events are missing")
print(f"OK {last} events of {header['organizationId']}, with the keys of {options.key or 'the file itself'}")
