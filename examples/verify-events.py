#!/usr/bin/env python3
"""Verifies an export of events (docs/CUSTODY.md) with Python 3 and OpenSSL 3, and nothing of the service.
usage: verify-events.py EXPORT [--key VAULT-KEYS.json] [--checkpoint CHECKPOINT.json]"""
import argparse, base64, hashlib, json, re, subprocess, sys, tempfile
CHECKPOINT = re.compile(rb'\{"at":"[^"\\]+","chainHash":"[0-9a-f]{64}","format":"vault-inventory-checkpoint-1","keyId":'
                        rb'"([^"\\]+)","organizationId":"[^"\\]+","sequence":\d{1,15},"signature":"([A-Za-z0-9+/]{86}==)"\}')
def bad(up_to, why, are_ours=True):
    proven = max(signed if are_ours else 0, reached)
    sys.exit(print(f"BAD line {number}: {why}. Events up to {proven} are as signed; the first bad event is "
                   f"between {proven + 1} and {max(up_to, proven + 1)}") or 1)
def parsed(line):
    try:
        return dict(json.loads(line.decode()).items()) if len(line) <= 1 << 24 else {}
    except (ValueError, AttributeError, RecursionError):
        return {}
def listed(path, member):
    content = open(path, "rb").read() if path else b"[]"
    try:
        document = json.loads(content)
    except ValueError:  # a statement, whose last line of this kind is the checkpoint
        document = json.loads([*CHECKPOINT.finditer(content.replace(b'""', b'"'))][-1][0])
    found = document.get(member, document) if isinstance(document, dict) else document
    found = found.get("checkpoint", found) if isinstance(found, dict) else found
    return found if isinstance(found, list) else [found]
def is_signed(line):
    match = CHECKPOINT.fullmatch(line)
    key = keys.get(match[1].decode()) if match else None
    if not key or parsed(line)["at"] > (key.get("retiredAt") or "~"): return False
    der = bytes.fromhex("302a300506032b6570032100") + base64.urlsafe_b64decode(key["x"] + "==")
    text = re.sub(rb'"keyId":"[^"]*",|,"signature":"[^"]*"', b"", line)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("key", der), ("text", text), ("sig", base64.b64decode(match[2]))): open(f"{folder}/{name}", "wb").write(content)
        command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile sig"
        return subprocess.run(command.split(), cwd=folder, capture_output=True).returncode == 0
parser = argparse.ArgumentParser()
for name in ("export", "--key", "--checkpoint"): parser.add_argument(name)
options = parser.parse_args()
lines = open(options.export, "rb")
header, checkpoints = json.loads(next(lines)), listed(options.checkpoint, "data")
keys = {key["kid"]: key for key in (listed(options.key, "keys") if options.key else header["keys"])}
kept = {it["sequence"]: it["chainHash"] for it in checkpoints}
for it in checkpoints if options.key else []:
    if not is_signed(json.dumps(it, separators=(",", ":"), sort_keys=True).encode()):
        sys.exit("The checkpoint was not signed by one of the keys.")
signed, reached, chain, last, number, newest = 0, 0, bytes(32), 0, 1, max(header["events"], *kept, 0)
for number, line in enumerate((line.rstrip(b"\n") for line in lines), 2):
    document = parsed(line)
    if document.get("format") == "vault-inventory-checkpoint-1":
        if not is_signed(line) or document["organizationId"] != header["organizationId"]:
            bad(last, "the checkpoint does not verify")
        if document["sequence"] != last or document["chainHash"] != chain.hex():
            bad(min(document["sequence"], last) + (document["sequence"] != last), "the checkpoint is over other events")
        signed = last
        continue
    before, _, after = line.partition(b'"chainHash":"')
    chain = hashlib.sha256(chain + before + after[66:]).digest()
    if (document.get("chainHash"), document.get("sequence")) != (chain.hex(), last + 1) or last == header["events"]:
        bad(last + 1, "altered, removed, inserted or reordered")
    last += 1
    if kept.get(last, chain.hex()) != chain.hex():
        bad(last, "the chain is not what was kept", are_ours=False)
    reached = last if last in kept else reached
if signed != last or newest > last:
    bad(last + (newest > last), "the newest events are missing, or the checkpoint over them")
print(f"OK {last} events of {header['organizationId']}, with the keys of {options.key or 'the file itself'}")
