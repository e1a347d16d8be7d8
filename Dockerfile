# The server, its command line and the simulators in one image: `docker build -t tablekeeper .`
# How the parts are put together: docker-compose.yml. What was tried of it, and what was not: docs/docker.md.

# With a digest (name:tag@sha256:...) it is the very image that you looked at: docs/docker.md.
ARG PYTHON_IMAGE=python:3.11.13-slim-bookworm

FROM ${PYTHON_IMAGE} AS build
WORKDIR /build
COPY requirements.lock requirements-node.lock requirements-server.lock ./
# What builds: hatchling, and Node for the screens. None of it is in the image that runs.
RUN python -m venv /tools \
    && /tools/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock -r requirements-node.lock
COPY pyproject.toml hatch_build.py README.md .gitignore ./
COPY docs/openapi.json docs/openapi.json
COPY docs/words.json docs/words.json
COPY docs/schemas docs/schemas
COPY migrations migrations
COPY device_simulators device_simulators
COPY app app
RUN /tools/bin/python -m hatchling build --target wheel --directory /wheel
# What runs: the same packages with the same hashes, but those that only tests need.
RUN python -m venv /opt/tablekeeper \
    && /opt/tablekeeper/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-server.lock \
    && /opt/tablekeeper/bin/python -m pip install --no-cache-dir --disable-pip-version-check --no-deps --no-index /wheel/*.whl

FROM ${PYTHON_IMAGE}
# A user with a name: PostgreSQL's programs want one. Its number is fixed, so that files outside can be given to it.
# Its folders are made by hand: what useradd puts into a home would make the data folder somebody else's.
RUN useradd --uid 10001 --user-group --home-dir /var/lib/tablekeeper --no-create-home --shell /usr/sbin/nologin tablekeeper \
    && mkdir -m 700 /var/lib/tablekeeper /backups \
    && chown tablekeeper:tablekeeper /var/lib/tablekeeper /backups
COPY --from=build /opt/tablekeeper /opt/tablekeeper
ENV PATH=/opt/tablekeeper/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    TABLEKEEPER_DATA=/var/lib/tablekeeper
USER 10001:10001
WORKDIR /var/lib/tablekeeper
# The signing key, the signed heads, keys of devices; and the database too, where no TABLEKEEPER_DATABASE_URL names another.
VOLUME ["/var/lib/tablekeeper", "/backups"]
EXPOSE 8765
STOPSIGNAL SIGTERM
# Whether the process answers. Not /readyz: a database that is away is no reason to end the server, which waits for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8765/healthz', timeout=4)"]
ENTRYPOINT ["tablekeeper"]
CMD ["serve", "--host", "0.0.0.0"]
