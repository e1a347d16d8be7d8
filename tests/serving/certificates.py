"""A certificate for this machine, made for one test."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID


def certificate(folder: Path, password: bytes | None = None) -> tuple[Path, Path]:
    """The files of the certificate and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tablekeeper test")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    locked = BestAvailableEncryption(password) if password else NoEncryption()
    files = folder / "cert.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(Encoding.PEM))
    files[1].touch(mode=0o600)
    files[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, locked))
    return files
